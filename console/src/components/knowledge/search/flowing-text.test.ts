import { expect, test } from 'vitest';
import { flowingText } from './flowing-text.ts';

test.each([
  ['Let the\nboiler cool.', 'Let the boiler cool.'],
  ['Before it opens, \n  wait.', 'Before it opens, wait.'],
  ['Heading\n\nthe text', 'Heading\n\nthe text'],
  ['Heading\nThe text', 'Heading\nThe text'],
  ['• one\n• two', '• one\n• two'],
  ['It ends.\nit begins', 'It ends.\nit begins'],
  ['după\nștergere', 'după ștergere'],
  ['# Prices\n\n## Cleaning\nIt is 60 euros.', 'Prices\n\nCleaning\nIt is 60 euros.'],
  ['#1 of 3, room # 4\n#2', '#1 of 3, room # 4\n#2'],
])('reflows %j as %j', (text, flowing) => {
  expect(flowingText(text)).toBe(flowing);
});
