import { useT } from '#web/i18n'
import { RegisterOrSignIn } from '#web/shell'
import type { VisitorView } from '../../server/transformers/visitor_transformer.js'
import { register } from '../calls.js'

interface IdentifyFormProps {
  token: string
  link: VisitorView
  /** Opens another page that returns the person here afterwards. */
  onLeave: (path: string) => void
}

/** For a person who is not signed in: registering and signing in both return to the link. */
export function IdentifyForm({ token, link, onLeave }: IdentifyFormProps) {
  const t = useT()
  return (
    <RegisterOrSignIn
      part="booking_links"
      loginId={link.company.login_id}
      mayRegister={link.registration}
      draftKey="booking_links.email"
      words={{
        signIn: t('booking_links.enter.sign_in'),
        emailHelp: t('booking_links.enter.email_help'),
        begin: t('booking_links.enter.begin'),
        haveAccount: t('booking_links.enter.have_account'),
      }}
      onRegister={(email, language) => register(token, email, language)}
      onLeave={onLeave}
    />
  )
}
