import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { api } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, SearchInput, usePeopleOptions, useToast } from '#web/ui'
import type { GroupDetail } from '../../server/transformers/group_transformer.js'
import { groupsChanged } from '../queries.js'

/** "Mensen toevoegen": a few people, by name. For many there are the list of people and the import. */
export function AddPeople({ group, onClose }: { group: GroupDetail; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const toast = useToast()
  const people = usePeopleOptions(group.company_id)
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
