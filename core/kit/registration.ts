// Coming in by oneself: what a company asks of people, invitations, and accounts that somebody makes for themselves.
export { inviteAgain, inviteAgainIn, requestInvitation, withdrawInvitation } from '../accounts/invitation.js'
export { answersOf, type ShownAnswer } from '../registration/answers.js'
export { type FieldInput, fieldsVersion, registrationFields, saveRegistrationFields } from '../registration/fields.js'
export { type BroughtDetails, checkBrought } from '../registration/brought.js'
export { forgetRegistration, keepRegistration, registrationOf } from '../registration/cookie.js'
export { readMetadata } from '../registration/metadata.js'
export {
  completeRegistration,
  hasAdministrator,
  type RegistrationFor,
  registrationPage,
  type RegistrationState,
  startRegistration,
  stateOfRegistration,
  verifyRegistration,
} from '../registration/register.js'
export { requestVerification, updateOwnDetails, verifyOwnEmail } from '../registration/own_email.js'
