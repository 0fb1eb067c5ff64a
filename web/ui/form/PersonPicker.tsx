import { Autocomplete, Box, ListItemText, TextField } from '@mui/material'
import { useEffect, useState } from 'react'
import type { Role } from '#core/contract/roles'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { FieldFrame, useControl, type FieldProps } from './Field.js'

/** A person as the picker knows them; `id` is the membership's. */
export interface PickedPerson {
  id: number
  name: string
  /** Null for a person without one. */
  email: string | null
  /** Only for an admin, who sees more than one company. */
  company?: string | null
}

export interface PersonPickerProps extends FieldProps {
  /** The selected person when the form opens, because the form's value is only the ID. */
  person?: PickedPerson | null
  /** Only people with this role. */
  role?: Exclude<Role, 'admin' | 'mini_admin'>
  /** For an admin: only the people of this company. */
  company?: number
}

/** Typing pauses before the search starts. */
const PAUSE_MS = 250

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** A second line that distinguishes people with the same name. */
const lineOf = ({ email, company }: PickedPerson) => [email, company].filter(Boolean).join(' · ')

/**
 * Selects one of the people that the signed-in person manages, by typing a part of a name or e-mail address; typos are tolerated. The
 * form's value is the membership's ID, or null. For roles that may see people (beheerder, admin).
 */
export function PersonPicker({ person = null, role, company, ...field }: PersonPickerProps) {
  const t = useT()
  const { id, value, setValue, describedBy, invalid } = useControl(field.name, field.help)
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<PickedPerson | null>(person)
  const search = usePaused(text)
  const query = { ...(search && { search }), ...(role && { role }), ...(company && { company }) }
  const list = useApiQuery(['core', 'people', query], () => api.core.people.index({ query }), { enabled: open, keepPrevious: true })
  const people: PickedPerson[] = list.data?.data ?? []
  const selected = chosen?.id === value ? chosen : (people.find((one) => one.id === value) ?? null)
  return (
    <FieldFrame {...field}>
      <Autocomplete<PickedPerson>
        id={id}
        options={people}
        value={selected}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        disabled={field.disabled ?? false}
        loading={list.isFetching || search !== text}
        // The server searches, so its results are not filtered again.
        filterOptions={(found) => found}
        getOptionKey={(option) => option.id}
        getOptionLabel={(option) => option.name}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        noOptionsText={t(list.isError ? 'core.person.failed' : 'core.person.none')}
        clearText={t('core.form.clear')}
        openText={t('core.form.open_list')}
        closeText={t('core.form.close_list')}
        loadingText={t('core.states.loading')}
        onInputChange={(_event, typed, reason) => setText(reason === 'input' ? typed : '')}
        onChange={(_event, next) => {
          setChosen(next)
          setValue(next?.id ?? null)
        }}
        renderOption={({ key, ...props }, option) => (
          <Box component="li" key={key} {...props}>
            <ListItemText
              primary={option.name}
              secondary={lineOf(option)}
              sx={{ my: 0 }}
              slotProps={{ secondary: { sx: { overflowWrap: 'anywhere' } } }}
            />
          </Box>
        )}
        renderInput={(params) => (
          <TextField
            {...params}
            error={invalid}
            hiddenLabel
            size="small"
            placeholder={t('core.person.search')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-describedby': describedBy, 'aria-invalid': invalid },
            }}
          />
        )}
      />
    </FieldFrame>
  )
}
