import { Divider, List, Typography } from '@mui/material'
import type { Role } from '#core/contract/roles'
import { request, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { goTo, startSession, useUser } from '#web/session'
import { MenuEntry } from './MenuEntry.js'

interface Switched {
  role: Role
  expires_at: string
  /** The role's landing page there. */
  home: string
}

/** The person's other companies. Switching signs in there, with another brand, role and data. */
export function CompanySwitch() {
  const t = useT()
  const { memberships } = useUser()
  const change = useApiMutation(
    (membership: number) => request<Switched>('/api/core/session/membership', { method: 'POST', body: { membership } }),
    {
      onSuccess: ({ role, expires_at, home }) => {
        startSession(role, expires_at)
        goTo(home)
      },
    },
  )
  if (memberships.length < 2) return null
  return (
    <>
      <Divider />
      <List
        dense
        disablePadding
        sx={{ py: 1 }}
        aria-label={t('core.nav.companies')}
        subheader={
          <Typography variant="body2" component="li" aria-hidden sx={{ px: 3, py: 1, color: 'text.secondary' }}>
            {t('core.nav.companies')}
          </Typography>
        }
      >
        {memberships.map((membership) => (
          <MenuEntry
            key={membership.id}
            icon={membership.current ? 'check' : 'switch'}
            label={membership.company_name}
            text={t(`core.roles.${membership.role}`)}
            selected={membership.current}
            disabled={change.isPending}
            onClick={() => !membership.current && change.mutate(membership.id)}
          />
        ))}
      </List>
    </>
  )
}
