import { generateLoad } from './generate.ts';

// Runs one job in a process of its own, so that it can be kept off the server's core.
process.once('message', async (job: Parameters<typeof generateLoad>[0]) => {
  const result = await generateLoad(job);
  process.send?.(result, () => process.disconnect());
});
