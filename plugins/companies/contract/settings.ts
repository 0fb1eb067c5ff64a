// Data that admins record about a company, for plugins that depend on it: settingsOf(companiesSettings).
export { companiesSettings } from '../settings.js'
