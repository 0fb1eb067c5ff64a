import { defineSettings } from '#core/contract/settings'

const DOMAIN = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+'

export const directorySettings = defineSettings('directory', [
  // An admin of the platform confirms that these belong to the company; without domains its directory has no effect here.
  {
    key: 'domains',
    kind: 'line',
    max: 500,
    pattern: `${DOMAIN}(?:\\s*,\\s*${DOMAIN})*`,
    rule: 'domains',
    group: 'directory',
    platform: true,
  },
  // The text of the button on the sign-in page; empty is off. Set on the page of this plugin.
  { key: 'sign_in_name', kind: 'line', max: 60, group: 'directory', browser: true, own: true },
])

/** The domains of a setting; empty for none. Pure. */
export const domainsOf = (setting: string | null): string[] => setting?.split(/\s*,\s*/).filter(Boolean) ?? []

/** Whether an e-mail address is in one of them, subdomains excluded. Pure. */
export const isInDomains = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
