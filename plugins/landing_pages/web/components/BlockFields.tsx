import { Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { RepeatedFields, SelectInput } from '#web/ui'
import { BLOCK_TYPES, BLOCKS, type BlockType, emptyItem, LIMITS } from '../../blocks.js'
import { TwoLanguages } from './TwoLanguages.js'

/** The labels of an item's two texts in each kind of block. */
const ITEM_WORDS: Readonly<Partial<Record<BlockType, readonly [title: string, text: string]>>> = {
  numbers: ['number', 'counts'],
  questions: ['question', 'answer'],
  voices: ['who', 'quote'],
}

/** The fields of one block that its kind shows. */
export function BlockFields({ prefix, type }: { prefix: string; type: BlockType }) {
  const t = useT()
  const has = BLOCKS[type]
  const [itemTitle, itemText] = ITEM_WORDS[type] ?? ['item_title', 'item_text']
  return (
    <Stack sx={{ gap: 3 }}>
      <SelectInput
        name={`${prefix}type`}
        required
        label={t('landing_pages.form.kind')}
        help={t(`landing_pages.type_help.${type}`)}
        options={BLOCK_TYPES.map((value) => ({ value, label: t(`landing_pages.type.${value}`) }))}
      />
      <TwoLanguages name={`${prefix}heading`} label={t('landing_pages.field.heading')} maxLength={LIMITS.heading} required />
      {has.text && <TwoLanguages name={`${prefix}text`} label={t('landing_pages.field.text')} maxLength={LIMITS.text} rows={4} />}
      {has.button && <TwoLanguages name={`${prefix}button`} label={t('landing_pages.field.button')} maxLength={LIMITS.button} />}
      {has.items && (
        <RepeatedFields
          name={`${prefix}items`}
          label={t(`landing_pages.items.${type}`)}
          itemLabel={(number) => t(`landing_pages.item.${type}`, { number })}
          addLabel={t(`landing_pages.add_item.${type}`)}
          empty={{ ...emptyItem() }}
          max={LIMITS.items}
        >
          {(item) => (
            <Stack sx={{ gap: 3 }}>
              <TwoLanguages name={`${item}title`} label={t(`landing_pages.field.${itemTitle}`)} maxLength={LIMITS.itemTitle} />
              <TwoLanguages name={`${item}text`} label={t(`landing_pages.field.${itemText}`)} maxLength={LIMITS.itemText} rows={3} />
            </Stack>
          )}
        </RepeatedFields>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('landing_pages.form.english_help')}
      </Typography>
    </Stack>
  )
}
