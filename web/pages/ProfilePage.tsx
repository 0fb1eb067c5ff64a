import { Box, Link, Stack } from '@mui/material'
import { profileSectionSlot } from '#core/contract/slots'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { isFramed, useUser } from '#web/session'
import { EmptyState, ErrorState, InTurns, LanguagePicker, LoadingState, PageHeader, pluginsIn, Section, SlotOutlet } from '#web/ui'
import { bootstrap } from '../boot/bootstrap.js'
import { ConsentsForm } from './profile/ConsentsForm.js'
import { DeleteAccount } from './profile/DeleteAccount.js'
import { DetailsForm } from './profile/DetailsForm.js'
import { EmailSection } from './profile/EmailSection.js'
import { MembershipFacts } from './profile/MembershipFacts.js'
import { Notices } from './profile/Notices.js'
import { OwnData } from './profile/OwnData.js'
import { PasswordForm } from './profile/PasswordForm.js'
import { SecondFactor } from './profile/SecondFactor.js'
import { Sessions } from './profile/Sessions.js'

export const PROFILE_KEY = ['core', 'profile'] as const

export const words = () => ['profile', 'notices', 'second', ...pluginsIn(profileSectionSlot)]

/** /profiel: who you are, what you receive, how you sign in, and how you leave. Each section is saved separately. */
export default function ProfilePage() {
  const t = useT()
  // An admin who views the site as a company has no profile there.
  if (!bootstrap.impersonation) return <OwnProfile />
  return (
    <>
      <PageHeader title={t('core.profile.title')} />
      <EmptyState icon="person" title={t('core.profile.title')} text={t('core.errors.visit_not_yours')} />
    </>
  )
}

function OwnProfile() {
  const t = useT()
  const shown = useApiQuery(PROFILE_KEY, () => api.core.profile.show({}), { staleTime: 0 })
  const profile = shown.data?.data
  // The framing site signed the person in: it may not change their account.
  const own = isFramed ? undefined : profile
  // Known before the answer, so that the row of links has its height from the start.
  const user = useUser()
  const hasMembership = user.memberships.some(({ current }) => current)
  const hasAddress = user.email !== null
  const anchors = [
    'details',
    ...(hasMembership ? [...(hasAddress ? ['mail'] : []), 'notices'] : []),
    'language',
    ...(isFramed ? [] : ['email', 'password', 'second', 'sessions', 'data', 'delete']),
  ]
  return (
    <>
      <PageHeader title={t('core.profile.title')} text={t('core.profile.text')} />
      <Stack component="nav" aria-label={t('core.profile.parts')} direction="row" sx={{ flexWrap: 'wrap', columnGap: 5, rowGap: 1, mb: 6 }}>
        {anchors.map((anchor) => (
          <Link key={anchor} href={`#${anchor}`} variant="body2" sx={{ py: 2 }}>
            {t(`core.profile.${anchor}`)}
          </Link>
        ))}
      </Stack>
      <Stack sx={{ gap: 5 }}>
        {shown.isError && <ErrorState title={t('core.profile.failed_to_load')} error={shown.error} onRetry={() => void shown.refetch()} />}
        {shown.isPending ? (
          <LoadingState count={6} />
        ) : (
          <InTurns>
            {profile && (
              <Section title={t('core.profile.details')} text={t('core.profile.details_text')} anchor="details">
                <DetailsForm details={profile.details} />
                {profile.membership && <MembershipFacts membership={profile.membership} />}
              </Section>
            )}
            {profile?.membership && profile.email !== null && (
              <Section title={t('core.profile.mail')} text={t('core.profile.mail_text')} anchor="mail">
                <ConsentsForm consents={profile.membership} email={profile.email} />
              </Section>
            )}
            {profile?.membership && <Notices />}
            <Section title={t('core.language.title')} text={t('core.language.text')} anchor="language">
              <Box>
                <LanguagePicker />
              </Box>
            </Section>
            <SlotOutlet slot={profileSectionSlot} with={{}} />
            {own && <EmailSection email={own.email} hasPassword={own.has_password} />}
            {own && <PasswordForm email={own.email} hasPassword={own.has_password} isCode={own.signs_in_by_code} />}
            {own && <SecondFactor />}
            {own && <Sessions />}
            {own && <OwnData />}
            {own && <DeleteAccount hasPassword={own.has_password} />}
          </InTurns>
        )}
      </Stack>
    </>
  )
}
