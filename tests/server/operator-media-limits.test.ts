import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withPath } from './ffmpeg.fake.ts';
import { CLIP, dataDir, run, setUpOperator } from './operator.setup.ts';

setUpOperator();

test('ffprobe reads one file, as one format, in a separate folder and within limits', async () => {
  const tools = await mkdtemp(join(tmpdir(), 'clipurse-tools-'));
  const log = join(tools, 'log');
  const probe = `#!/bin/sh
{ ulimit -f; ulimit -v; ulimit -c; pwd; echo "$*"; } > "${log}"
exit 1
`;
  for (const [name, script] of Object.entries({ ffmpeg: '#!/bin/sh\n', ffprobe: probe })) {
    await writeFile(join(tools, name), script);
    await chmod(join(tools, name), 0o755);
  }
  const refused = await withPath(tools, () => run(['videos', 'add', CLIP, '--title', 'Koi']));
  expect(refused).toMatchObject({ status: 1, err: `${CLIP} is damaged: its index cannot be read` });
  const [bytes, memory, core, folder, words] = (await readFile(log, 'utf8')).split('\n');
  expect({ bytes, memory, core, words }).toEqual({
    // the size of a file in blocks of 512 bytes, the memory in KiB
    ...{ bytes: '409600', memory: process.platform === 'linux' ? '8388608' : memory, core: '0' },
    words:
      '-v error -of json -show_streams -show_format ' +
      `-protocol_whitelist file -format_whitelist mov -f mov -i file:${CLIP}`,
  });
  expect(folder).toMatch(new RegExp(`^${join(dataDir, 'media')}/\\.[0-9a-f]{16}\\.part$`));
  await rm(tools, { recursive: true });
});
