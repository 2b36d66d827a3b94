import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../core/priority.ts';
import { htmlToMarkdown } from './html.ts';

lowerThreadPriority();
const { html, url } = workerData;
parentPort?.postMessage(htmlToMarkdown(String(html), String(url)));
