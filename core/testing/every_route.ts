import type { RouteDefinition } from '../contract/plugin.js'

/** A demo person of each role. */
export const PERSON_OF: Readonly<Record<string, string>> = {
  leerling: 'leerling@noordwind.example',
  beheerder: 'beheerder@noordwind.example',
  examinator: 'examinator@examenhuis.example',
  admin: 'admin@platform.example',
  mini_admin: 'mini@platform.example',
}

/** The routes that a test calls one after the other: all except signing out, which would end the session that the others need. */
export async function routesToTry(): Promise<(RouteDefinition & { plugin: string })[]> {
  const { pluginRegistry } = await import('../plugins/registry.js')
  return pluginRegistry().routes.filter(({ name }) => name !== 'core.auth.sign_out')
}
