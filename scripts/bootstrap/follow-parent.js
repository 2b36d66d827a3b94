/**
 * Shuts this process down gracefully when its parent is gone (kill -9, or a closed terminal). Otherwise a server that
 * outlives its `npm start` would keep the port and the data folder.
 */
import { readFileSync } from 'node:fs';
import { stopRequest } from './stop-request.js';

const checkEveryMs = 1_000;

/** The parent's process id, and npm's if the parent is only the shell of an npm script. */
function starters() {
  const parent = process.ppid;
  try {
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return ['sh', 'dash', 'bash'].includes(name) ? `${parent} ${rest.split(' ')[1]}` : String(parent);
  } catch {
    // On systems without /proc, the shell replaces itself with its last command.
    return String(parent);
  }
}

const startedBy = starters();
const timer = setInterval(() => {
  if (starters() === startedBy) return;
  clearInterval(timer);
  // A closed terminal signals both the program and its parent; a second signal would end the program immediately.
  if (!stopRequest.isHandled) process.kill(process.pid, 'SIGTERM');
}, checkEveryMs);
timer.unref();
