import { bootstrap } from '../boot/bootstrap.js'

/** Login id of this page's company; null on the platform's own. */
export const pageCompany = (): string | null => bootstrap.branding.loginId
