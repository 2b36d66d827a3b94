import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stopRequest } from './stop-request.js';

/**
 * Runs the program to its end with the given Node: in this process where it is this Node, else in a child whose exit
 * code or signal becomes this process's own.
 *
 * @param {{ root: string, node: string, nodeFlags: string[], program: string, args: string[] }} command
 */
export async function execute({ root, node, nodeFlags, program, args }) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  const followParent = new URL('./follow-parent.js', import.meta.url).href;
  const typescript = new URL('./typescript.js', import.meta.url).href;
  const isTypeScript = program.endsWith('.ts');
  // For children too, whatever flags they are started with, and for threads of a process that was started so.
  if (isTypeScript)
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${typescript}`.trim();
  const oneSignal = new URL('./one-signal.js', import.meta.url).href;
  if (node === process.execPath && nodeFlags.length === 0) {
    process.env.PATH = path;
    process.argv.splice(1, process.argv.length, program, ...args);
    if (process.env.npm_lifecycle_event) await import(followParent);
    await import(oneSignal);
    if (isTypeScript) await import(typescript);
    await import(pathToFileURL(program).href);
    return;
  }
  const flags = ['--import', followParent, '--import', oneSignal, ...nodeFlags];
  // What threads free goes back to the system, instead of staying with each of them (Linux; 4 to 8 MB with a hundred calls).
  const env = { MALLOC_ARENA_MAX: '1', ...process.env, PATH: path };
  const child = spawn(node, [...flags, program, ...args], { stdio: 'inherit', env });
  if (process.env.npm_lifecycle_event) await import(followParent);
  await passOn(child);
}

/** Hands signals down and the end up. */
function passOn(child) {
  const relay = (signal) => {
    stopRequest.isHandled = true;
    child.kill(signal);
  };
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, relay);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, relay);
      resolve(undefined);
      if (signal) process.kill(process.pid, signal);
      else process.exitCode = code ?? 1;
    });
  });
}
