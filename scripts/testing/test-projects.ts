/** Groups of test files that run concurrently, and their databases; globs from the root. */

/** Which run of `npm test` this is, from its environment; `undefined` for runs of single files, which may be any file. */
export interface RunKind {
  run: string | undefined;
  /** True for the stage on PostgreSQL 15. */
  isOnServer: boolean;
  /** True if this run has a stage on PostgreSQL 15. */
  hasServer: boolean;
  /** True if statements differ from `main`: the stage on PostgreSQL 15 runs all files. */
  hasAllStatements: boolean;
  /** True if pages differ from `main`. */
  hasAllPages: boolean;
}

export interface Project {
  name: string;
  include: readonly string[];
  exclude: readonly string[];
  maxWorkers: number;
}

/** The projects of Vitest. `npm test` runs each one separately, some of them concurrently. */
export function testProjects({
  run,
  isOnServer,
  hasServer,
  hasAllStatements,
  hasAllPages,
}: RunKind): Project[] {
  const isGate = run === 'gate';
  const leftOut = isGate || run === 'changed' ? nightlyFiles : [];
  const onServerInGate = [...serverPostgresFiles, ...severalProcessesFiles];
  if (isOnServer) {
    const include = isGate && !hasAllStatements ? onServerInGate : allFiles;
    return [{ name: 'server-postgres', include, exclude: [...leftOut, ...embeddedOnlyFiles], maxWorkers: 2 }];
  }
  // The gate runs each file on one database.
  const notEmbedded = isGate && hasServer ? onServerInGate : [];
  const pagesLeftOut = isGate && !hasAllPages ? acrossPagesFiles : [];
  return [
    {
      name: 'waits',
      include: waitingFiles,
      exclude: [...leftOut, ...notEmbedded],
      // They wait two thirds of their time.
      maxWorkers: isGate ? 3 : 2,
    },
    // A browser and its server keep one core busy; concurrent calls need the other one in real time.
    { name: 'browsers', include: browserFiles, exclude: [...leftOut, ...pagesLeftOut], maxWorkers: 1 },
    {
      name: 'computes',
      include: allFiles,
      exclude: [...leftOut, ...notEmbedded, ...waitingFiles, ...browserFiles],
      maxWorkers: 2,
    },
  ];
}

const allFiles: readonly string[] = ['{contract,server,console,widget,sdk,scripts,bench}/**/*.test.{ts,tsx}'];

/** Too slow for every change; CONTRIBUTING.md gives the reasons. */
const nightlyFiles: readonly string[] = ['**/*.nightly.test.ts'];

/**
 * Each file tests one property across all pages: URLs, focus, widths, clocks, two tabs, lost connections. The features of
 * a page have their own test file. These run at night, and in the gate if
 * `console`, `sdk/web` or `widget` differs from `main`.
 */
const acrossPagesFiles: readonly string[] = [
  'server/test/console/{dialog-addresses,row-addresses,day-filters,history,focus,call-focus}.test.ts',
  'server/test/console/{widths,every-control,double-press,combobox,rows,lists,toasts,writing-first}.test.ts',
  'server/test/console/{offline,not-fetched,two-processes,answered-elsewhere,meanwhile,kept-work}.test.ts',
  'server/test/console/{clock,plain-http,story,story-clicks}.test.ts',
  'server/test/widget/{any-page,killed-server}.test.ts',
];

/** Files that share a browser and a server with the other files of their worker. */
const browserFiles: readonly string[] = ['server/test/{console,web,widget}/**/*.test.ts'];

/** Files that mostly wait: for real-time speech and ringing, protocol timers, and killed processes. */
const waitingFiles: readonly string[] = [
  'server/test/{engines,examples,faults,telephony}/**/*.test.ts',
  'server/test/scenarios/!(calls|any-scenario.property|offline-*).test.ts',
  'server/test/{modules/*,http,cli,db,work}/{call,calls,campaign,carrier,webhook,twilio,sip,sandbox,fair}-*.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{busy-jobs,conversation-ends,make-call-races,resumed-calls,web-calls}.test.ts',
  'server/test/modules/messages/{channel-*,delivery-states,twilio-sms}.test.ts',
  'server/test/docs/samples.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{copied-*,*-command}.test.ts',
  'server/src/telephony/**/*.test.ts',
];

/**
 * Tests whose SQL may behave differently on the embedded PostgreSQL 18 and the oldest supported server: migrations, claims,
 * leases, the ledger, search, copies, and one file for each module's statements. The gate runs them on the server only.
 */
const serverPostgresFiles: readonly string[] = [
  // Migrations, claims and leases.
  'server/src/{db,work}/*.test.ts',
  'server/src/db/copy/*.test.ts',
  'server/src/http/{rate-limit,idempotency}.test.ts',
  'server/src/compose/{housekeeping,secrets}.test.ts',
  'server/src/modules/webhooks/dispatch/*.test.ts',
  'server/src/modules/calls/lifecycle/pending-hang-ups.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{migrations,first-start,busy-jobs,idempotency}.test.ts',
  'server/test/faults/{database,campaign-database,call-database}.test.ts',
  // The ledger.
  'server/test/{modules/*,http,cli,db,work}/{ledger,charges,charges-together,billing,conversation-ledger,statements}.test.ts',
  // Search and keyset pagination.
  'server/src/modules/knowledge/retrieval/retrieval-engine.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{search,inbox,pagination,date-filters,time-zones}.test.ts',
  // One file for each module, and every route.
  'server/test/{modules/*,http,cli,db,work}/{accounts,api-keys,assistant-lists,blacklist,calls-list,campaigns,campaign-report}.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{conversations,document-chunks,leads,phone-numbers}.test.ts',
  'server/test/modules/messages/{channel-senders,customer-identities,send-freeform,sms}.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{statistics,tools,tool-calls-once,webhook-retries,sandbox-reports,console-changes}.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{campaign-limits,campaign-dials,lead-import,every-route}.test.ts',
];

/** Kills of processes that share one database, tested on a server as in multi-process installations. */
const severalProcessesFiles: readonly string[] = [
  'server/test/faults/{campaigns,carriers,channel-answers,conversation-ends,dead-processes,files-in-answers}.test.ts',
  'server/test/faults/{lead-import,messaging,number-purchase,reply,slots-of-dead-processes}.test.ts',
  'server/test/faults/{sms-storm,webhooks}.test.ts',
];

/**
 * Tests that do not depend on the PostgreSQL version: of the embedded server itself, pages, vendors, audio, signaling,
 * and code without a database.
 */
const embeddedOnlyFiles: readonly string[] = [
  '{bench,console,contract,scripts,sdk,widget}/**',
  'server/src/{agent,cli,config,core,providers,telephony,voice}/**',
  'server/src/db/embedded/**',
  'server/src/modules/knowledge/extraction/**',
  'server/test/{browsers,console,docs,engines,telephony,voice,web,widget}/**',
  'server/test/{modules/*,http,cli,db,work}/{call-command,chat-command,copied-installation,copied-rows,copy-command}.test.ts',
  'server/test/{modules/*,http,cli,db,work}/{embedding,offline-call-modes,sandbox-calls}.test.ts',
  'server/test/{modules/*,http,cli,db,work}/sip-{calls,carrier,extensions,inner-network,other-process}.test.ts',
  'server/test/faults/{carrier-calls,call-shutdown,copies-that-break,ingestion,killed-recordings,sip-*}.test.ts',
  'server/test/scenarios/!(campaign-days|campaign-edits|campaign-signaling).test.ts',
  'server/test/scenarios/calls/**',
];
