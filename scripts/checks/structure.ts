import { checkStructure } from './structure/check-structure.ts';

const report = checkStructure(process.cwd());
for (const warning of report.warnings) console.warn(`warning: ${warning}`);
for (const { rule, path, line, message } of report.findings) {
  console.error(`${path}:${line} ${rule}: ${message}`);
}
console.log(
  `${report.files} files, ${report.findings.length} findings; ` +
    `median file ${report.medianFileLines} lines, p90 function ${report.p90FunctionLines} lines.`,
);
if (report.findings.length > 0 || report.medianFileLines > 80 || report.p90FunctionLines > 45) {
  process.exitCode = 1;
}
