import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operatorName } from '../../server/operator/command-line.ts';

test('an operator without --as has the system’s user name, else the user’s number', () => {
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
