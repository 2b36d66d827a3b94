import { parentPort, workerData } from 'node:worker_threads';
import { runInBackground } from '../../../core/thread-priority.ts';
import { htmlToMarkdown } from './html.ts';

runInBackground();
const { html, url } = workerData;
parentPort?.postMessage(htmlToMarkdown(String(html), String(url)));
