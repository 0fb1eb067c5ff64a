// Registration fields, invitations, and self-registration.
export { inviteAgain, inviteAgainIn, requestInvitation, withdrawInvitation } from '../accounts/invitation.js'
export { answersOf, type ShownAnswer } from '../registration/answers.js'
export { type FieldInput, fieldsVersion, registrationFields, saveRegistrationFields } from '../registration/fields.js'
export { type ExternalDetails, checkExternalDetails } from '../registration/external_details.js'
export { clearRegistration, storeRegistration, registrationOf } from '../registration/cookie.js'
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
