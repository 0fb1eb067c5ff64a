import { Divider, ListItemIcon, ListItemText, ListSubheader, MenuItem } from '@mui/material'
import { landingPage, type Role } from '#core/contract/roles'
import { request, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { goTo, startSession, useUser } from '#web/session'
import { Icon } from '#web/ui'

interface Switched {
  role: Role
  expires_at: string
}

/** The other companies of this person. Switching signs in there: another brand, role and data. */
export function CompanySwitch() {
  const t = useT()
  const { memberships } = useUser()
  const change = useApiMutation((membership: number) => request<Switched>('/api/core/session/membership', { method: 'POST', body: { membership } }), {
    onSuccess: ({ role, expires_at }) => {
      startSession(role, expires_at)
      goTo(landingPage(role))
    },
  })
  if (memberships.length < 2) return null
  return (
    <>
      <Divider component="li" sx={{ my: 1 }} />
      <ListSubheader sx={{ lineHeight: '28px', px: 3, bgcolor: 'transparent' }}>{t('core.nav.companies')}</ListSubheader>
      {memberships.map((membership) => (
        <MenuItem
          key={membership.id}
          selected={membership.current}
          disabled={change.isPending}
          aria-current={membership.current}
          onClick={() => !membership.current && change.mutate(membership.id)}
        >
          <ListItemIcon>
            <Icon name={membership.current ? 'check' : 'switch'} />
          </ListItemIcon>
          <ListItemText primary={membership.company_name} secondary={t(`core.roles.${membership.role}`)} slotProps={{ primary: { noWrap: true } }} />
        </MenuItem>
      ))}
      <Divider component="li" sx={{ my: 1 }} />
    </>
  )
}
