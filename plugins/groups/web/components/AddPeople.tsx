import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useId, useState } from 'react'
import { api, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, SearchInput, useToast } from '#web/ui'
import type { GroupDetail } from '../../server/transformers/group_transformer.js'
import { groupsChanged } from '../queries.js'

/** People found by typing, several of them; whoever was found once keeps their name. */
function usePeople(company: number) {
  const [text, setText] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const query = { company, ...(text && { search: text }) }
  const found = useApiQuery(['core', 'people', query], () => api.core.people.index({ query }), { keepPrevious: true })
  const fresh = (found.data?.data ?? []).filter(({ id }) => !known.has(String(id)))
  if (fresh.length) setKnown(new Map([...known, ...fresh.map(({ id, name, email }) => [String(id), `${name} (${email})`] as const)]))
  return { options: [...known].map(([value, label]) => ({ value, label })), onSearch: setText, loading: found.isFetching }
}

/** "Mensen toevoegen": a few, by name. For many at once there are the list of people and the import. */
export function AddPeople({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const people = usePeople(group.company_id)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('groups.members.add')}</DialogTitle>
      <DialogContent sx={{ pb: 6 }}>
        <Form<{ members: string[] }, unknown>
          initialValues={{ members: [] }}
          guard={false}
          part="groups"
          validate={(values) => [check.required(values, 'members')]}
          onSubmit={({ members }) => api.groups.members.create({ params: { id: group.id }, body: { members: members.map(Number) } })}
          onSuccess={(_answer, { members }) => {
            toast.success(t('groups.members.added', { count: members.length }))
            groupsChanged()
            onClose()
          }}
        >
          <SearchInput name="members" label={t('groups.members.title')} help={t('groups.members.add_help')} multiple required {...people} />
          <FormActions submitLabel={t('groups.members.add')} onCancel={onClose} />
        </Form>
      </DialogContent>
    </Dialog>
  )
}
