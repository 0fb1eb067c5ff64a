/** What the platform's admins record of a company (`settingsOf`): its marks, and of an exam provider its terms and addresses. */
export { companiesSettings } from '../settings.js'
