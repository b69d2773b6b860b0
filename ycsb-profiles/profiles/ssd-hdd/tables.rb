# Commands for HBase's shell: hbase shell -n tables.rb

# policies of hbase-site.xml
create 'rows', {NAME => 'f'}

# objects from 100 kB to some MB, in separate MOB files
create 'objects', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 102400}

# a family with its own policies: stays on SSD, however large its files grow
create 'hot', {NAME => 'f', CONFIGURATION => {'hbase.tiered.compaction.policy' => 'ALL_SSD'}}
