/**
 * Ends this process in order when the one that started it is gone (killed -9, or a closed terminal): a server that
 * outlives its `npm start` would hold the port and the data folder.
 */
const parent = process.ppid;
const checkEveryMs = 1_000;

const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, checkEveryMs);
timer.unref();
