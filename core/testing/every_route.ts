import type { RouteDefinition } from '../contract/plugin.js'

/** Somebody of each role. */
export const PERSON_OF: Readonly<Record<string, string>> = {
  leerling: 'leerling@noordwind.example',
  beheerder: 'beheerder@noordwind.example',
  examinator: 'examinator@examenhuis.example',
  admin: 'admin@platform.example',
  mini_admin: 'mini@platform.example',
}

/** Whose routes are tried, where the others were in this very run (core/testing/made_plugin.ts); all of them otherwise. */
const only = process.env.TEST_ROUTES_OF?.split(',')

/** The routes that a test asks one after the other: all but signing out, which would end the session that the others need. @throws Error for none */
export async function routesToTry(): Promise<(RouteDefinition & { plugin: string })[]> {
  const { pluginRegistry } = await import('../plugins/registry.js')
  const tried = pluginRegistry().routes.filter(({ name, plugin }) => name !== 'core.auth.sign_out' && (only?.includes(plugin) ?? true))
  if (new Set(tried.map(({ plugin }) => plugin)).size < (only?.length ?? 2)) throw new Error('There are no routes to try.')
  return tried
}
