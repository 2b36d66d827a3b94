import { generateLoad } from './generate.ts';

// Runs one job in a separate process, so that it does not use the server's core.
process.once('message', async (job: Parameters<typeof generateLoad>[0]) => {
  const result = await generateLoad(job);
  process.send?.(result, () => process.disconnect());
});
