import { bootstrap } from '../boot/bootstrap.js'

/** Login id of the company that this page is of; null on the platform's own. */
export const pageCompany = (): string | null => bootstrap.branding.loginId
