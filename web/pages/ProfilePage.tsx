import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { profileSectionSlot } from '#core/contract/slots'
import { request, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { useUser } from '#web/session'
import { ErrorState, LanguagePicker, LoadingState, PageHeader, Section, SlotOutlet } from '#web/ui'

interface ShownUser {
  user: { firstname: string; lastname: string; lang: string; email: string }
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '180px 1fr' }, gap: { xs: 1, sm: 4 }, alignItems: 'center' }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  )
}

/** /profiel: who you are here, and your language. */
export default function ProfilePage() {
  const t = useT()
  const { user_role, company_name } = useUser()
  const shown = useApiQuery(['core', 'user'], () => request<ShownUser>('/user/show/0'))
  return (
    <>
      <PageHeader title={t('core.profile.title')} />
      <Stack sx={{ gap: 5 }}>
        <Section title={t('core.profile.details')}>
          {shown.isPending && <LoadingState count={4} />}
          {shown.isError && (
            <ErrorState title={t('core.profile.failed_to_load')} error={shown.error} onRetry={() => void shown.refetch()} />
          )}
          {shown.data && (
            <Stack component="dl" sx={{ m: 0, gap: 4 }}>
              <Fact label={t('core.profile.name')}>
                {shown.data.user.firstname} {shown.data.user.lastname}
              </Fact>
              <Fact label={t('core.profile.email')}>{shown.data.user.email}</Fact>
              {company_name && <Fact label={t('core.profile.company')}>{company_name}</Fact>}
              <Fact label={t('core.profile.role')}>{t(`core.roles.${user_role}`)}</Fact>
            </Stack>
          )}
        </Section>
        <Section title={t('core.language.title')} text={t('core.language.text')}>
          <LanguagePicker />
        </Section>
        <SlotOutlet slot={profileSectionSlot} with={{}} />
      </Stack>
    </>
  )
}
