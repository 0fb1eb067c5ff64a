import type { ReportSource } from '../contract/reports.js'
import { pluginRegistry } from '../plugins/registry.js'
import type { Session } from '../tenancy/session.js'

/** The report sources that this person may use, in order. */
export function reportSourcesOf(session: Session): readonly ReportSource[] {
  const registry = pluginRegistry()
  return registry.reportSources
    .filter(({ plugin, access }) => registry.isOn(plugin, session.enabledPlugins) && session.isAllowed(access))
    .sort((a, b) => a.order - b.order)
}
