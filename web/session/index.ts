export {
  companyLogoAtom,
  entitlementsAtom,
  isFramed,
  languageAtom,
  loggedInAtom,
  ltiModeAtom,
  navigationHiddenAtom,
  passwordResetAtom,
  subjectAtom,
  userAtom,
} from './atoms.js'
export { frameEnded, newVersionWaiting, sessionExpiring, signInNeeded, watchSession } from './clock.js'
export { homePath } from './home_path.js'
export { acceptLaunch } from './launch.js'
export { completeSignIn, loginPath, signOut, startSession } from './lifecycle.js'
export { download, goTo, openWindow } from './navigate.js'
export { rememberReturn } from './return_path.js'
export { requestSignIn, sessionRenewed, signInAgain, type Credentials, type SignedIn } from './sign_in.js'
export { useUnsavedGuard } from './unsaved.js'
export { leaveWithoutAsking, markUnsaved } from './unsaved_marks.js'
export { useAllowed, useUser } from './use_user.js'
export { useChangeLanguage } from './use_change_language.js'
