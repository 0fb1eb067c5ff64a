import { Agent, request } from 'node:http'
import { type Pids, type CpuCost, measureCpu } from './bench_cpu.js'

/** A server, and the headers of the person who calls it. */
export interface Target {
  url: string
  headers: Record<string, string>
}

/** A call that is repeated. */
export interface Work {
  name: string
  path: string
  method: 'GET' | 'POST' | 'PUT'
  body?: string | undefined
  connections: number
  /** The expected status; 200 by default. */
  status?: number
}

/** Sends one request. @throws Error for another status than expected */
export function send({ url, headers }: Target, work: Work, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(
      url + work.path,
      {
        method: work.method,
        agent,
        headers: {
          ...headers,
          ...(work.body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(work.body) } : {}),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === (work.status ?? 200) ? resolve() : reject(new Error(`${work.path} answered ${response.statusCode}`)),
        )
      },
    )
    call.on('error', reject)
    call.end(work.body)
  })
}

/** CPU milliseconds of server and database for one request, over many. @param times how often each connection sends it */
export async function cpuOf(target: Target, work: Work, pids: Pids, times = 100): Promise<CpuCost> {
  const agent = new Agent({ keepAlive: true, maxSockets: work.connections })
  const rounds = async (count: number) => {
    for (let i = 0; i < count; i++) await Promise.all(Array.from({ length: work.connections }, () => send(target, work, agent)))
  }
  await rounds(10)
  const spent = measureCpu(pids)
  await rounds(times)
  agent.destroy()
  return spent(times * work.connections)
}
