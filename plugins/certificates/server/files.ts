import { signedIn } from '#core/contract/access'
import { definePurpose } from '#core/contract/files'

/** The generated certificate: for the person it names, and for people who may view certificates. */
export const certificatePdf = definePurpose({
  name: 'certificates.pdf',
  read: signedIn,
  mayRead: (file, reader) => (file.membershipId !== null && file.membershipId === reader.membershipId) || reader.can('certificates.view'),
  types: ['pdf'],
  maxBytes: 5 * 1024 * 1024,
})
