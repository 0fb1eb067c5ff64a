import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useRef, type ReactNode } from 'react'
import { useFieldArray, type Control } from 'react-hook-form'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { VISUALLY_HIDDEN } from '../visually_hidden.js'
import { useFormState } from './form_context.js'

/** The list's own name is known to its form alone. */
type Rows = { list: Record<string, unknown>[] }

export interface RepeatedFieldsProps {
  /** The path of the list in the form's values. */
  name: string
  /** What the list is: "Contactpersonen". */
  label: string
  /** For who listens only: a heading above says it already. */
  labelHidden?: boolean
  /** What one is, with its number: "Contactpersoon 2". */
  itemLabel: (number: number) => string
  /** The verb on the button: "Contactpersoon toevoegen". */
  addLabel: string
  /** A new one, as it begins. */
  empty: Readonly<Record<string, unknown>>
  /** Most that there may be. */
  max?: number
  /** The fields of one; their names begin with `prefix`. */
  children: (prefix: string, index: number) => ReactNode
}

/** Out of sight, but spoken. */
const HIDDEN = { ...VISUALLY_HIDDEN, p: 0 } as const

/** Fields that come several times, in an order. Only in a <Form> or <Wizard>. */
export function RepeatedFields({ name, label, labelHidden = false, itemLabel, addLabel, empty, max, children }: RepeatedFieldsProps) {
  const t = useT()
  const { control, idOf, clearErrors } = useFormState()
  if (!control) throw new Error('<RepeatedFields> stands outside a <Form>')
  const { fields, append, remove, move } = useFieldArray<Rows, 'list'>({
    control: control as unknown as Control<Rows>,
    name: name as 'list',
  })
  const add = useRef<HTMLButtonElement>(null)
  // What was wrong in the list stands at other numbers afterwards: it is judged again on sending.
  const rearrange = (change: () => void) => {
    clearErrors(name)
    change()
  }
  return (
    <Box component="fieldset" id={idOf(name)} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={labelHidden ? HIDDEN : { fontWeight: 600, mb: 2, p: 0 }}>
        {label}
      </Typography>
      <Stack component="ol" sx={{ gap: 4, p: 0, m: 0, listStyle: 'none' }}>
        {fields.map((item, index) => (
          <li key={item.id}>
            <Stack
              role="group"
              aria-label={itemLabel(index + 1)}
              sx={{ gap: 3, p: 4, border: '1px solid', borderColor: 'divider', borderRadius: 1 }}
            >
              <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
                <Typography sx={{ flex: 1, fontWeight: 550 }}>{itemLabel(index + 1)}</Typography>
                <IconButton
                  onClick={() => rearrange(() => move(index, index - 1))}
                  disabled={index === 0}
                  aria-label={t('core.form.move_up', { what: itemLabel(index + 1) })}
                >
                  <Icon name="up" />
                </IconButton>
                <IconButton
                  onClick={() => rearrange(() => move(index, index + 1))}
                  disabled={index === fields.length - 1}
                  aria-label={t('core.form.move_down', { what: itemLabel(index + 1) })}
                >
                  <Icon name="down" />
                </IconButton>
                <IconButton
                  onClick={() => {
                    rearrange(() => remove(index))
                    add.current?.focus()
                  }}
                  aria-label={t('core.form.remove', { what: itemLabel(index + 1) })}
                >
                  <Icon name="delete" />
                </IconButton>
              </Stack>
              {children(`${name}.${index}.`, index)}
            </Stack>
          </li>
        ))}
      </Stack>
      {(max === undefined || fields.length < max) && (
        <Button ref={add} startIcon={<Icon name="add" />} onClick={() => append({ ...empty })} sx={{ mt: 3 }}>
          {addLabel}
        </Button>
      )}
    </Box>
  )
}
