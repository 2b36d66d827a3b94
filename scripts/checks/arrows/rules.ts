import { type Layer, layers, moduleGroups } from './layers.ts';
import type { ImportTarget } from './resolve-import.ts';

/** Regular expressions for paths from the root, at least one of which has to match. */
export type Paths = string | readonly string[];

/** A forbidden import, which matches all given conditions. */
export interface ArrowRule {
  name: string;
  comment?: string;
  from: { path?: Paths; pathNot?: Paths };
  to: {
    /** `$1` is the first capture of `from.path`. */
    path?: Paths;
    pathNot?: Paths;
    kind?: ImportTarget['kind'];
    /** Ignores type-only imports. */
    atRunTime?: boolean;
  };
}

const ours = '^(?:contract|server|console|widget|bench|scripts)/';
const tests = ['\\.test\\.tsx?$', '^server/test/'];
const top = '^server/(?:bin/|src/(?:[^/]+\\.ts$|cli/|compose/|demo/))';
const modules = '^server/src/modules/';

/** All import rules. Violations show the rule's name. */
export function arrowRules(): ArrowRule[] {
  return [
    ...layers.map(layerRule),
    ...moduleGroups.flatMap(moduleOrderRules),
    ...providerRules,
    ...moduleRules,
    ...placeRules,
    ...packageRules,
  ];
}

function layerRule(layer: Layer): ArrowRule {
  const seen = layers.filter((other) => layer.sees.includes(other.name)).map((other) => other.path);
  return {
    name: `${layer.name}-sees-only-${layer.sees.join('-') || 'itself'}`,
    from: { path: layer.path, pathNot: tests },
    to: { path: ours, pathNot: [layer.path, ...seen] },
  };
}

function moduleOrderRules(group: readonly string[], index: number): ArrowRule[] {
  const later = moduleGroups.slice(index + 1).flat();
  if (later.length === 0) return [];
  return [
    {
      name: `modules-in-order-${group.join('-')}`,
      comment: 'A module notifies later modules through recorded events and never calls them.',
      from: { path: `${modules}(?:${group.join('|')})/`, pathNot: tests },
      to: { path: `${modules}(?:${later.join('|')})/` },
    },
  ];
}

const providerRules: ArrowRule[] = [
  {
    name: 'vendors-do-not-meet',
    from: { path: '^server/src/providers/(?!(?:interfaces|kit)/)([^/]+)/', pathNot: tests },
    to: { path: '^server/src/providers/(?!(?:interfaces|kit)/)[^/]+/', pathNot: '^server/src/providers/$1/' },
  },
  {
    name: 'only-compose-sees-vendors',
    from: {
      path: top,
      pathNot: [...tests, '^server/src/compose/(?:providers|vendors/test-vendor)\\.ts$'],
    },
    to: { path: '^server/src/providers/(?!(?:interfaces|kit)/)' },
  },
];

const moduleRules: ArrowRule[] = [
  {
    name: 'modules-keep-store-and-routes',
    comment: 'Other modules call its actions, or import what they need from the file that defines it.',
    from: { path: `${modules}([^/]+)/`, pathNot: tests },
    to: { path: `${modules}[^/]+/(?:.*/)?(?:store|routes)\\.ts$`, pathNot: `${modules}$1/` },
  },
  {
    name: 'handlers-only-in-the-worker',
    comment: 'Any file may enqueue a job through jobs.ts; only the worker loads its handler.',
    from: { path: ours, pathNot: [...tests, '^server/src/(?:compose\\.ts$|compose/)'] },
    to: { path: '/jobs\\.handlers\\.ts$' },
  },
  {
    name: 'routes-hold-no-sql',
    from: { path: `${modules}.*/routes[^/]*\\.ts$`, pathNot: tests },
    to: { path: ['/store\\.ts$', '^server/src/db/', '(?:^|/)node_modules/pg/'] },
  },
  {
    name: 'rules-are-pure',
    comment: 'Data and the current time in, a decision out: no database, job, clock, transport or file.',
    from: { path: `${modules}.*/rules\\.ts$` },
    to: {
      path: [
        '^server/src/(?:db|work|events|http|agent|config|providers)/',
        '/(?:store|actions|routes|jobs|jobs\\.handlers)\\.ts$',
        '^(?:node:)?(?:fs|net|http|https|child_process|worker_threads|process)(?:/promises)?$',
        '(?:^|/)node_modules/(?:pg|fastify|undici|graphile-worker)/',
      ],
    },
  },
];

const placeRules: ArrowRule[] = [
  {
    name: 'tests-are-not-imported',
    from: { path: ours, pathNot: [...tests, '^bench/', '/fixtures/'] },
    to: { path: [...tests, '^bench/'] },
  },
  {
    name: 'server-does-not-see-scripts-or-console',
    from: { path: '^server/', pathNot: tests },
    to: { path: '^(?:scripts|console|widget)/' },
  },
  {
    name: 'features-of-the-console-do-not-meet',
    comment: 'Shared code belongs in data/ or components/.',
    from: { path: '^console/src/features/([^/]+)/', pathNot: tests },
    to: { path: '^console/src/features/[^/]+/', pathNot: '^console/src/features/$1/' },
  },
  {
    name: 'contract-runs-anywhere',
    comment: 'The console and the widget load it in a browser.',
    from: { path: '^contract/src/', pathNot: tests },
    to: { kind: 'core' },
  },
];

const packageRules: ArrowRule[] = [
  { name: 'imports-resolve', from: { path: ours }, to: { kind: 'missing' } },
  {
    name: 'no-development-package-at-run-time',
    from: { path: '^(?:server|contract)/', pathNot: [...tests, '/fixtures/'] },
    to: { kind: 'development-package', atRunTime: true },
  },
];
