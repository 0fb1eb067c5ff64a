/** What a measurement's preparation may do: calls of a signed-in demo participant. */
export interface BenchClient {
  // Answers have every shape; the preparation knows its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(path: string): Promise<{ status: number; body: any }>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  put(path: string, body?: unknown): Promise<{ status: number; body: any }>
  /** Sends one file of a form. */
  upload(
    path: string,
    field: string,
    file: { name: string; type: string; content: Uint8Array },
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ): Promise<{ status: number; body: any }>
}

/** One call that `npm run bench` repeats. */
export interface Measurement {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  /** The same rows for a bare server to compare with: SQL whose $1 is the membership. Without it only CPU time is told. */
  readonly bareSql?: string
}

/** What several people do at once from beginning to end, each as themselves. */
export interface Scenario {
  readonly name: string
  /** CPU milliseconds of server and database together that one time should take. */
  readonly aim: number
  /** How many at once, of those that there are. Default all. */
  readonly people?: number
  /** How often each. Default 12. */
  readonly times?: number
  /** Does it once. @throws Error when something did not work: then nothing was measured */
  run(client: BenchClient, person: number): Promise<void>
  /** Looks at what is there when everybody is done. @returns what it saw @throws Error when it is not right */
  check?(): Promise<string>
}

/** One request of somebody who has little and of somebody who has much, in turns. */
export interface Ratio {
  readonly name: string
  readonly path: string
  readonly little: BenchClient
  readonly much: BenchClient
  /** What the 95th percentile of much may be at most, as a multiple of little's. */
  readonly most: number
}

/** What somebody asks for before everybody else's rows come, and again when they are there. */
export interface Growth {
  readonly asked: readonly { readonly name: string; readonly path: string; readonly client: BenchClient }[]
  /** Brings the rows. */
  grow(): Promise<void>
  /** What the 95th percentile may be at most afterwards, as a multiple of what it was; each beside a call that reads none of them. */
  readonly most: number
}

/** What is asked of an address: a name, what follows its `?`, and what it may cost at most where that is its own. */
export type Asked = readonly (readonly [name: string, query: string, most?: number])[]

export interface ScenarioTools {
  /** Signs in anybody of the demo; without a company an admin. */
  signIn(email: string, company?: string): Promise<BenchClient>
  /** Demo participants, each signed in. */
  readonly people: readonly { email: string; client: BenchClient }[]
  /** The address of the server under test, as it knows it. */
  readonly url: string
  /**
   * So many participants more for a company, once however often it is asked; nobody of them can sign in. What somebody is called and when they came
   * say nothing of each other. In every company alike, 60 of them are called Ravenstein: a search that finds as many wherever it is asked.
   */
  addPeople(company: string, people: number): Promise<void>
  /** Straight in the database of the server under test, past every policy: how things are laid out for it. */
  sql(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Leaves tables that were just filled as the database has them at rest: counted, and known to be seen by everybody. @throws Error after ten seconds */
  settle(...tables: readonly string[]): Promise<void>
  /** One address with each query, asked by a supervisor of a company that has little and by one of a company that has much. */
  compare(path: string, asked: Asked, companies: { little: string; much: string; most: number }): Promise<Ratio[]>
}

/** `plugins/<id>/bench.ts`, default export: what this plugin's people do most. */
export interface PluginBench {
  prepare(client: BenchClient): Promise<readonly Measurement[]>
  /** Measured after the single calls, for as many people at once as there are. */
  scenarios?(tools: ScenarioTools): Promise<readonly Scenario[]>
  /** Before the ratios, which may use the same rows. */
  growth?(tools: ScenarioTools): Promise<Growth>
  /** Last, as it fills tables: what a request costs where there is much, against where there is little. */
  ratios?(tools: ScenarioTools): Promise<readonly Ratio[]>
}
