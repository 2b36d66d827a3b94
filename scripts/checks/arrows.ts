import { checkArrows } from './arrows/check-arrows.ts';

const { modules, violations } = await checkArrows(process.cwd());
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
console.log(`${modules} modules followed, ${violations.length} broken arrows.`);
if (violations.length > 0) process.exitCode = 1;
