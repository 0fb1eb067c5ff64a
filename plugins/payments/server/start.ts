import type { Starting } from '#core/contract/plugin'
import { readProvider, useProvider } from './stripe/provider.js'

/**
 * The card payment provider: the one of the environment; in a demo without one the simulator; else none.
 * @throws Error one line that names what is wrong in the environment
 */
export async function startPayments({ demo, dataDir, host, port }: Starting): Promise<(() => Promise<void>) | void> {
  const settings = await readProvider(process.env)
  useProvider(settings)
  if (settings || !demo) return
  const { startSimulator } = await import('../simulator/server.js')
  const webhook = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}/public/booking/payment/webhook`
  const simulator = await startSimulator({ folder: dataDir, webhook })
  useProvider(simulator.settings)
  return simulator.stop
}
