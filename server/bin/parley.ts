import { runCli } from '../src/cli/run-cli.ts';

const code = await runCli(process.argv.slice(2));
// An output error has already set an exit code.
if (code !== 0) process.exitCode = code;
