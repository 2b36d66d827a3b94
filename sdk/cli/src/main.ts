#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };
import { run } from './program/run.ts';
import type { Verb } from './program/verb.ts';
import { completionVerb, nouns, remoteVerbs } from './verbs/remote-verbs.ts';

const verbs: readonly Verb[] = [...remoteVerbs, completionVerb(() => verbs)];
const code = await run({ name: 'parley', verbs, nouns, version: manifest.version }, process.argv.slice(2));
// An output error has already set an exit code.
if (code !== 0) process.exitCode = code;
