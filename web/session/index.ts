export {
  companyLogoAtom,
  entitlementsAtom,
  isFramed,
  languageAtom,
  loggedInAtom,
  mayChangeAtom,
  ltiModeAtom,
  navigationHiddenAtom,
  passwordResetAtom,
  subjectAtom,
  userAtom,
} from './atoms.js'
export { frameEnded, newVersionWaiting, sessionExpiring, signInNeeded, watchSession } from './clock.js'
export { saveFramedDownloads } from './framed_downloads.js'
export { showFramedPictures } from './framed_pictures.js'
export { useFramedBytes, useFramedStream } from './framed_sources.js'
export { homePath } from './home_path.js'
export { acceptLaunch } from './launch.js'
export { completeSignIn, leaveToOthers, loginPath, signOut, startSession } from './lifecycle.js'
export { download, goOutside, goTo, openWindow } from './navigate.js'
export { pageCompany } from './page_company.js'
export { guardRestoredPage } from './restored.js'
export { storeReturnPath } from './return_path.js'
export {
  needsSecondStep,
  goOn,
  requestSignIn,
  sessionRenewed,
  signInAgain,
  type Credentials,
  type SecondStepAsked,
  type SignedIn,
} from './sign_in.js'
export { emailVerified } from './verified.js'
export { useUnsavedGuard } from './unsaved.js'
export { useBusy } from './use_busy.js'
export { useIsLeaving } from './use_is_leaving.js'
export { hasUnsavedWork, leaveWithoutAsking, markUnsaved, unsavedForms } from './unsaved_marks.js'
export { useAllowed, useUser } from './use_user.js'
export { useChangeLanguage } from './use_change_language.js'
