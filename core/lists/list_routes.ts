import type { Access } from '../contract/access.js'
import type { RouteDefinition } from '../contract/plugin.js'

const Lists = () => import('#core/lists/controllers/lists_controller')

/**
 * The routes of a list beside its rows: `<name>.view` (columns, filters and actions for the screen), `<name>.export` (the file, or a task
 * that makes it) and `<name>.act` (a bulk action, as a task). The rows are a route of the plugin's own, which answers with `listPage`.
 * @param path of the rows: `/api/people/participants`
 */
export function listRoutes({ name, access }: { name: string; access: Access }, path: string): RouteDefinition[] {
  return [
    { method: 'GET', path: `${path}/view`, name: `${name}.view`, handler: [Lists, 'view'], access },
    { method: 'POST', path: `${path}/export`, name: `${name}.export`, handler: [Lists, 'export'], access, sampleBody: { format: 'csv' } },
    { method: 'POST', path: `${path}/act`, name: `${name}.act`, handler: [Lists, 'act'], access },
  ]
}
