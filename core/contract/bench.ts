/** The API client of a measurement: requests of a signed-in demo participant. */
export interface BenchClient {
  // Responses have many shapes; the caller knows its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(path: string): Promise<{ status: number; body: any; bytes: Uint8Array }>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  put(path: string, body?: unknown): Promise<{ status: number; body: any }>
  /** Uploads one file in a form. */
  upload(
    path: string,
    field: string,
    file: { name: string; type: string; content: Uint8Array },
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ): Promise<{ status: number; body: any }>
}

/** One request that `npm run bench` repeats. */
export interface Measurement {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: unknown
  /** SQL that reads the same rows, for comparison with a bare server; $1 is the membership. Without it only CPU time is reported. */
  readonly bareSql?: string
}

/** A sequence of requests that several people run concurrently, each with their own account. */
export interface Scenario {
  readonly name: string
  /** Target for one run: CPU milliseconds of server and database together. */
  readonly aim: number
  /** Number of concurrent people, of those available. Default all. */
  readonly people?: number
  /** Number of runs for each person. Default 12. */
  readonly times?: number
  /** Runs it once. @throws Error when something failed: then the measurement is discarded */
  run(client: BenchClient, person: number): Promise<void>
  /** Checks the data after all runs. @returns what it found @throws Error when it is not right */
  check?(): Promise<string>
}

/** One request by a person with little data and by a person with much data, alternately. */
export interface Ratio {
  readonly name: string
  readonly path: string
  readonly little: BenchClient
  readonly much: BenchClient
  /** Maximum 95th percentile with much data, as a multiple of that with little data. */
  readonly most: number
}

/** Two requests of a visitor to the same server, in turns: the CPU time of one as a multiple of the other's. */
export interface CpuRatio {
  readonly name: string
  readonly path: string
  /** The path of the cheaper request, with the same status. */
  readonly bare: string
  readonly status: number
  readonly most: number
}

/** Requests that are measured before other people's rows are added, and again afterwards. */
export interface Growth {
  readonly asked: readonly { readonly name: string; readonly path: string; readonly client: BenchClient }[]
  /** Adds the rows. */
  grow(): Promise<void>
  /** Maximum 95th percentile afterwards, as a multiple of the one before. Each is compared with a request that reads none of the rows. */
  readonly most: number
}

/** The queries of an address: a name, the query string after the `?`, and its own maximum if it has one. */
export type Asked = readonly (readonly [name: string, query: string, most?: number])[]

export interface ScenarioTools {
  /** Signs in any person of the demo; without a company an admin. */
  signIn(email: string, company?: string): Promise<BenchClient>
  /** Demo participants, each signed in. */
  readonly people: readonly { email: string; client: BenchClient }[]
  /** The server's own address of itself. */
  readonly url: string
  /**
   * Adds the given number of participants to a company. Idempotent. None of them can sign in. Names are independent of the time they were
   * added. In every company 60 of them are called Ravenstein, so that a search finds the same number everywhere.
   */
  addPeople(company: string, people: number): Promise<void>
  /** Runs SQL directly in the database of the server under test, bypassing every policy, to prepare data. */
  sql(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /**
   * Brings tables that were just filled into the state that they have at rest: with statistics, and with all rows marked visible. @throws
   * Error after ten seconds
   */
  settle(...tables: readonly string[]): Promise<void>
  /** One address with each query, requested by a supervisor of a company with little data and by one of a company with much data. */
  compare(path: string, asked: Asked, companies: { little: string; much: string; most: number }): Promise<Ratio[]>
}

/** For a load. The process that sends the requests is not the server's, and is not counted. */
export interface LoadTools extends ScenarioTools {
  readonly minutes: number
  /** CPU milliseconds of server and database so far. */
  cpuMs(): number
  /** Memory of the server's process. */
  residentBytes(): number
  print(line: string): void
}

/** `plugins/<id>/bench.ts`, default export: the most frequent requests of this plugin's users. */
export interface PluginBench {
  prepare(client: BenchClient): Promise<readonly Measurement[]>
  /** Measured after the single requests, with the available number of concurrent people. */
  scenarios?(tools: ScenarioTools): Promise<readonly Scenario[]>
  /** Measured in the same run as the ratios, before any rows are added. */
  cpuRatios?(tools: ScenarioTools): Promise<readonly CpuRatio[]>
  /** Runs before the ratios, which may use the same rows. */
  growth?(tools: ScenarioTools): Promise<Growth>
  /**
   * Runs only with `npm run bench -- load`: many people who use the platform at their own speed for minutes. Prints what it measures. @throws
   * Error when something is lost, or a bound is exceeded
   */
  load?(tools: LoadTools): Promise<void>
  /** Runs last, as it fills tables: compares a request with much data to the same request with little data. */
  ratios?(tools: ScenarioTools): Promise<readonly Ratio[]>
}
