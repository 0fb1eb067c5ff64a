import type { Simulator } from '../simulator/server.js'

/**
 * For tests of plugins with payments: pays at a simulator of the provider until it is stopped. Needs a booted app.
 * @param folder of its state
 * @param platform the address of the platform under test
 */
export async function simulatePayments({ folder, platform }: { folder: string; platform: string }): Promise<Simulator> {
  const { startSimulator } = await import('../simulator/server.js')
  const { useProvider } = await import('../server/stripe/provider.js')
  const simulator = await startSimulator({ folder, webhook: `${platform}/public/booking/payment/webhook` })
  useProvider(simulator.settings)
  const stop = async () => {
    useProvider(null)
    await simulator.stop()
  }
  return { ...simulator, stop }
}
