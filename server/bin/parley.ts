import { runCli } from '../src/cli/run-cli.ts';

const code = await runCli(process.argv.slice(2));
// Output that could not be written has set its own.
if (code !== 0) process.exitCode = code;
