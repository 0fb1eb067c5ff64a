import type { WebPlugin } from '#core/contract/web'

/** The pages of the shell, like a plugin's web half. The sign-in page is separate: see boot/sign_in_pages.ts. */
export const corePages: WebPlugin['pages'] = {
  'core.audit': () => import('./AuditPage.js'),
  'core.incident': () => import('./IncidentPage.js'),
  'core.error': () => import('./ErrorPage.js'),
  'core.jobs': () => import('./JobsPage.js'),
  'core.invite': () => import('./InvitePage.js'),
  'core.maintenance': () => import('./MaintenancePage.js'),
  'core.privacy': () => import('./PrivacyPage.js'),
  'core.profile': () => import('./ProfilePage.js'),
  'core.status': () => import('./StatusPage.js'),
  'core.gallery': () => import('./gallery/GalleryPage.js'),
}
