import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operatorName } from '../../server/operator/command-line.ts';

test('who says no name has that of the system, or its number where that has none', () => {
  const userInfo = vi.spyOn(os, 'userInfo');
  onTestFinished(() => userInfo.mockRestore());
  userInfo.mockReturnValue({ ...os.userInfo(), username: 'Bo ' });
  expect(operatorName(undefined)).toBe('bo');
  userInfo.mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  expect(operatorName(undefined)).toBe(`uid-${process.getuid?.()}`);
  expect(operatorName('Chi')).toBe('chi');
});
