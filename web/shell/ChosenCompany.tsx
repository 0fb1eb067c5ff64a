import { MenuItem, Stack, TextField } from '@mui/material'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isAdminRole } from '#core/contract/roles'
import { request, useApiQuery } from '#web/api'
import { useUser } from '#web/session'
import { EmptyState } from '#web/ui'

export interface ChosenCompanyProps {
  /** Path of the companies that an admin may choose: `{ data: { id, name }[] }`. */
  from: string
  /** The label of the choice, and what is shown until it is made. */
  label: string
  choose: { title: string; text: string }
  /** @param company its id; '0' is a supervisor's own */
  children: (company: string, isAdmin: boolean) => ReactNode
}

/** A page about one company: a supervisor's own, or the one that an admin chose (`?id=`). */
export function ChosenCompany({ from, label, choose, children }: ChosenCompanyProps) {
  const isAdmin = isAdminRole(useUser().user_role)
  const [params, setParams] = useSearchParams()
  const company = isAdmin ? (params.get('id') ?? '') : '0'
  const companies = useApiQuery(['companies', from], () => request<{ data: { id: number; name: string }[] }>(from), { enabled: isAdmin })
  return (
    <>
      {isAdmin && (
        <Stack sx={{ mb: 5, maxWidth: 360 }}>
          <TextField
            select
            label={label}
            value={companies.data ? company : ''}
            onChange={({ target }) =>
              setParams((all) => new URLSearchParams([...[...all].filter(([name]) => name !== 'id'), ['id', target.value]]))
            }
          >
            {(companies.data?.data ?? []).map(({ id, name }) => (
              <MenuItem key={id} value={String(id)}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      )}
      {company === '' ? <EmptyState icon="buildings" {...choose} /> : children(company, isAdmin)}
    </>
  )
}
