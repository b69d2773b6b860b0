# Commands for HBase's shell: hbase shell -n tables.rb

# goes by hbase-site.xml
create 'rows', {NAME => 'f'}

# objects from 100 kB to some MB, in files of their own
create 'objects', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 102400}

# a family with keys of its own: keeps one replica of its files in memory
create 'hot', {NAME => 'f', CONFIGURATION => {'hbase.tiered.flush.policy' => 'ONE_RAMDISK_SSD', 'hbase.tiered.compaction.policy' => 'ONE_RAMDISK_SSD'}}
