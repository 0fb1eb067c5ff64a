// What admins record of a company, for plugins that go by it: settingsOf(companiesSettings).
export { companiesSettings } from '../settings.js'
