/**
 * Ends this process in order when the one that started it is gone (killed -9, or a closed terminal): a server that
 * outlives its `npm start` would hold the port and the data folder.
 */
import { readFileSync } from 'node:fs';
import { stopRequest } from './stop-request.js';

const checkEveryMs = 1_000;

/** The ids of the parent and, where that is only the shell of an npm script, of npm. */
function starters() {
  const parent = process.ppid;
  try {
    const [, name, rest = ''] = /^\d+ \((.*)\) (.*)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return ['sh', 'dash', 'bash'].includes(name) ? `${parent} ${rest.split(' ')[1]}` : String(parent);
  } catch {
    // Systems without /proc: their shells replace themselves by the last command.
    return String(parent);
  }
}

const startedBy = starters();
const timer = setInterval(() => {
  if (starters() === startedBy) return;
  clearInterval(timer);
  // A closed terminal signals the program as well as its starter: a second signal would end it at once.
  if (!stopRequest.isHandled) process.kill(process.pid, 'SIGTERM');
}, checkEveryMs);
timer.unref();
