/** What a measurement's preparation may do: calls of a signed-in demo participant. */
export interface BenchClient {
  // Answers have every shape; the preparation knows its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  get(path: string): Promise<{ status: number; body: any }>
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>
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

/** `plugins/<id>/bench.ts`, default export: what this plugin's people do most. */
export interface PluginBench {
  prepare(client: BenchClient): Promise<readonly Measurement[]>
}
