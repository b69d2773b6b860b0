# Commands for HBase's shell: hbase shell -n tables.rb
# Hashed keys of YCSB have 19 digits at most, the first four of which go to 9223.
create 'usertable', {NAME => 'f'}, SPLITS => (1...210).map { |i| "user#{1000 + i * 8223 / 210}" }
